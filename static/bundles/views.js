// The other views of a conversation.
import "../js/differences.js";
import "../js/document.js";
