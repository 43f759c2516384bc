// What is sent from the front page.
import "../js/drop.js";
import "../js/upload.js";
