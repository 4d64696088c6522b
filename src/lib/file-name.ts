/** The name of a file in its address: the last part of the path, decoded when it can be. */
export function fileName(address: string): string {
  const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? address
  try {
    return decodeURIComponent(name) || address
  } catch {
    return name
  }
}
