import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { iconOf } from './icon.server.ts'

/** Returns the drawing of an icon by its name. Null when there is none. */
export const getIcon = createServerFn()
  .validator(v.pipe(v.string(), v.maxLength(64)))
  .handler(({ data }) => iconOf(data))
