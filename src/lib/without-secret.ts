/** A text of another machine without a secret that it repeats: as it is, and as addresses, JSON and base64 write it. */
export function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    String(new URLSearchParams({ s: secret })).slice(2),
    btoa(String.fromCharCode(...new TextEncoder().encode(secret))),
  ]
  return forms.reduce((left, form) => left.replaceAll(form, '***'), text)
}
