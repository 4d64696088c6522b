const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes as people read it: 512 B, 1.5 KB, 10 MB. */
export function fileSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size < 10 && unit > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[unit]}`
}
