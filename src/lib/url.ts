/** Whether a URL is absolute: web pages, FTP, mail and telephone. */
export const isAbsoluteUrl = (address: string): boolean => /^(https?|ftp|mailto|tel):/i.test(address)
