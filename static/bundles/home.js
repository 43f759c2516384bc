// What is sent from the front page.
import "./app.js";
import "../js/drop.js";
import "../js/upload.js";
