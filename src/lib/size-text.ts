/** A size in bytes as people read it: `850 KB`, `9.5 MB`, `2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${Math.round(bytes / (1024 ** 3 / 10)) / 10} GB`
  return bytes >= 1024 ** 2 ? `${Math.round(bytes / (1024 ** 2 / 10)) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`
}
