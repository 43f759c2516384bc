// What is kept here, and who manages it.
import "./app.js";
import "../js/library.js";
import "../js/manage.js";
