// What every page has. One behaviour a module; each listens on the document, so that what htmx swaps in works too.
import "../js/choices.js";
import "../js/copy.js";
import "../js/drops.js";
import "../js/folds.js";
import "../js/theme.js";
