/** A text in which others cannot read the mobile numbers: the middle of each is masked. */
export function maskedMobile(text: string): string {
  return text.replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')
}
