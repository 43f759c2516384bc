"""The commands of the web app, one module each."""
