/** Reads a value from a `Cookie` header or `document.cookie`; undefined when the cookie is missing. */
export function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/**
 * Stores a preference for a year. Not for secrets: scripts can read it. @param path the path of the pages that receive
 * it
 */
export function writeCookie(name: string, value: string, path = '/'): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available everywhere and is asynchronous
  document.cookie = `${name}=${value}; Path=${path}; Max-Age=31536000; SameSite=Lax`
}

export function removeCookie(name: string, path = '/'): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=${path}; Max-Age=0; SameSite=Lax`
}
