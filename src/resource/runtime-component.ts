const PREFIX = 'description:'

/** What a menu names as its component when its page is made of a stored description. */
export const runtimeComponent = (key: string) => `${PREFIX}${key}`

/** The key of that description; undefined for any other component. */
export const runtimeKey = (component: string) =>
  component.startsWith(PREFIX) ? component.slice(PREFIX.length) : undefined
