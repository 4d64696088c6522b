const PREFIX = 'description:'

/** The component name of a menu whose page is built from a stored description. */
export const runtimeComponent = (key: string) => `${PREFIX}${key}`

/** The key of the description that a component name refers to. Undefined for any other component. */
export const runtimeKey = (component: string) =>
  component.startsWith(PREFIX) ? component.slice(PREFIX.length) : undefined

const PAGE = 'module-page:'

/** The component name of a menu that shows a page of a module. @param name of the page, which is that of the menu */
export const modulePageComponent = (name: string) => `${PAGE}${name}`

/** The page that a component name refers to. Undefined for any other component. */
export const modulePageName = (component: string) =>
  component.startsWith(PAGE) ? component.slice(PAGE.length) : undefined
