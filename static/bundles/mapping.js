// A mapping beside its document.
import "../js/mapping.js";
