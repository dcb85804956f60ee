const encoder = new TextEncoder();

/** `encode_form` of `src/wasm.rs`. */
export function encodeForm(form, bytes, lengths) {
  const { firstName, lastName, phone, email, address, service, urgency, message } = form;
  const texts = [firstName, lastName, phone, email, address, service, urgency, message];
  for (let i = 0; i < lengths.length; i++) lengths[i] = texts[i].length;
  const text = texts.join("\n");
  const { read, written } = encoder.encodeInto(text, bytes);
  // No code unit takes more than three bytes.
  return read < text.length ? text.length * 3 : written;
}
