/**
 * With what a page's own requests say its language: `?lang=` shows a page in one that nobody chose, and what is fetched
 * for it is to speak the same.
 */
export const PAGE_LANGUAGE = 'x-page-language'
