/* The settings of the form.

   In:  its fields; an empty one means the default.
   Out: an object with the names that the server knows; a Problem names a field that is wrong. */

import { Problem } from "./problems.js";

const WHOLE = ["min", "max", "segments"];

export function settingsOf(form) {
  const value = (name) => form.elements[name].value.trim();
  const measure = value("measure");
  const settings = {};
  for (const name of ["target", "min", "max"]) {
    const size = positive(form.elements[name]);
    if (size !== null) settings[`${name}_${measure}`] = size;
  }
  const segments = positive(form.elements.segments);
  if (segments !== null) settings.segments = segments;
  if (value("headings") !== "favour") settings.headings = value("headings");
  if (value("unit") !== "sentences") settings.unit = value("unit");
  if (value("language")) settings.language = value("language");
  if (value("spoken")) settings.spoken = value("spoken") === "true";
  return settings;
}

/* How many settings differ from their defaults, wrong ones included. */
export function changedSettings(form) {
  const fields = form.querySelectorAll("#settings :is(input, select):not(#key, [name=measure])");
  const isChanged = (field) => field.tagName === "SELECT" ? field.selectedIndex > 0 : field.value;
  return [...fields].filter(isChanged).length;
}

function positive(field) {
  const label = field.labels[0].firstChild.textContent.trim();
  if (field.validity.badInput) throw new Problem(`“${label}” has to be a number.`);
  if (field.value === "") return null;
  const size = Number(field.value);
  if (!(size > 0)) throw new Problem(`“${label}” has to be greater than 0, not ${field.value}.`);
  if (WHOLE.includes(field.name) && !Number.isInteger(size)) {
    throw new Problem(`“${label}” has to be a whole number, not ${field.value}.`);
  }
  return size;
}
