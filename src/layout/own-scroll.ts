/**
 * For a box of the shell that scrolls by itself, to what is current in it. The router notes how far boxes are scrolled and
 * takes that from page to page, which would scroll them back: it goes by this mark, and by this one it finds nothing.
 */
export const ownScroll = { 'data-scroll-restoration-id': 'none"]' }
