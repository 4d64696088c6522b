const PREFIX = 'description:'

/** The component name of a menu whose page is built from a stored description. */
export const runtimeComponent = (key: string) => `${PREFIX}${key}`

/** The key of the description that a component name refers to. Undefined for any other component. */
export const runtimeKey = (component: string) =>
  component.startsWith(PREFIX) ? component.slice(PREFIX.length) : undefined
