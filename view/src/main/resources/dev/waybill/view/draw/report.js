
// Adds a filter above the list of receipts. The page is complete without it.
(function () {
  var table = document.querySelector("table.receipts");
  if (!table || 8 > table.tBodies[0].rows.length) return;
  var rows = Array.prototype.slice.call(table.tBodies[0].rows);
  var field = document.createElement("input");
  field.type = "search";
  field.className = "filter";
  field.placeholder = "Filter receipts";
  field.setAttribute("aria-label", "Filter receipts");
  field.addEventListener("input", function () {
    var wanted = field.value.toLowerCase();
    rows.forEach(function (row) {
      var code = row.querySelector("code[title]");
      var text = row.textContent.toLowerCase() + (code ? code.title : "");
      row.hidden = text.indexOf(wanted) === -1;
    });
  });
  var frame = table.parentNode;
  frame.parentNode.insertBefore(field, frame);
})();
