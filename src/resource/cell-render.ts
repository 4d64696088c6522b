/** How a list shows a value where its type does not say enough. */
export const cellRenders = [
  'text',
  'tag',
  'tags',
  'switch',
  'number',
  'money',
  'datetime',
  'relative',
  'link',
  'image',
  'images',
  'icon',
  'color',
  'user',
  'organization',
] as const

export type CellRender = (typeof cellRenders)[number]
