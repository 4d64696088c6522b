const MARK = 'description:'

/** What a menu names as its component when its page is made of a stored description. */
export const storedComponent = (key: string) => `${MARK}${key}`

/** The key of that description; undefined for any other component. */
export const storedKey = (component: string) => (component.startsWith(MARK) ? component.slice(MARK.length) : undefined)
