/** A value out of a `Cookie` header or `document.cookie`. */
export function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** Keeps a preference for a year. Not for anything secret: scripts can read it. @param path of the pages that it goes along with */
export function writeCookie(name: string, value: string, path = '/'): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is neither everywhere nor synchronous
  document.cookie = `${name}=${value}; Path=${path}; Max-Age=31536000; SameSite=Lax`
}

export function removeCookie(name: string, path = '/'): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=${path}; Max-Age=0; SameSite=Lax`
}
