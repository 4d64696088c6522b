/** The extensions of pictures that pages can show. */
export const PICTURE_TYPES = 'jpg,jpeg,png,gif,webp,bmp'

/** The suffixes of pictures that the server makes small copies of. */
const SCALED = /\.(jpe?g|png|gif|webp)$/i

/** The address of a picture in a small size, in pixels. Pictures of other sites and other kinds have one size only. */
export function smallAddress(address: string, size: 160 | 640): string {
  return address.startsWith('/storage/') && SCALED.test(address) ? `${address}?size=${size}` : address
}

/** The address of the icon of a file type. */
export function suffixAddress(suffix: string): string {
  return `/admin/ajax/buildSuffixSvg?suffix=${encodeURIComponent(suffix || 'file')}`
}
