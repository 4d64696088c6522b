/**
 * The header in which a page's own requests send the page's language. `?lang=` shows a page in a language that is not
 * stored, and the page's requests must use the same language.
 */
export const PAGE_LANGUAGE = 'x-page-language'
