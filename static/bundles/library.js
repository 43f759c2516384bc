// What is kept here, and who manages it.
import "../js/library.js";
import "../js/manage.js";
