import { areaLevels, areasBelow } from '../calls/area-queries.ts'
import { CascadeField } from './cascade-field.tsx'
import type { FieldProps } from './use-bound-field.ts'

/** Province, city, county, as deep as the field goes. */
export function AreaField({ levels = 3, ...rest }: FieldProps & { levels?: 1 | 2 | 3 }) {
  return <CascadeField {...rest} levels={areaLevels().slice(0, levels)} below={areasBelow} />
}
