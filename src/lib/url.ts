/** Whether an address leads off by itself: web pages, files, mail and telephone (specification 5). */
export const isAbsoluteUrl = (address: string): boolean => /^(https?|ftp|mailto|tel):/i.test(address)
