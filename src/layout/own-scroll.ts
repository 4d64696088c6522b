/**
 * Props for an element of the shell that scrolls to its own current entry. The router restores the scroll positions of
 * elements on the next page, which would scroll this one back. It finds an element by a selector from this attribute.
 * The value makes that selector invalid, so the router finds nothing.
 */
export const ownScroll = { 'data-scroll-restoration-id': 'none"]' }
