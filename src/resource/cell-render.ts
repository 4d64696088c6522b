/** How a list renders a value when the field type alone does not decide it. */
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
