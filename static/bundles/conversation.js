// A conversation in panes, and what stands around it on all of its pages.
import "./app.js";
import "../js/asker.js";
import "../js/call-list.js";
import "../js/explain.js";
import "../js/findings.js";
import "../js/export.js";
import "../js/highlight.js";
import "../js/history.js";
import "../js/jumps.js";
import "../js/keyboard.js";
import "../js/places.js";
import "../js/print.js";
import "../js/problems.js";
import "../js/tools.js";
import "../js/search.js";
import "../js/share.js";
import "../js/strip.js";
