import { useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { brandVerdict } from '#src/lib/brand.ts'
import { HEX_COLOUR } from '#src/lib/contrast.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'

/** Says while a colour is chosen that it cannot be seen everywhere, and offers the nearest one that can. */
export function BrandHint() {
  const { value, errors, set } = useBoundField<string>()
  const verdict = typeof value === 'string' && HEX_COLOUR.test(value) ? brandVerdict(value) : undefined
  if (!verdict) return null
  const { light, dark, nearest } = verdict
  return (
    <Banner tone="warning">
      {/* After saving, the message at the field says the same. */}
      {errors.length === 0 && <p className="mb-2">{m.config_brandContrast({ light, dark, colour: nearest })}</p>}
      <Button size="sm" onClick={() => set(nearest)}>
        <span aria-hidden className="mr-1.5 inline-block size-3 rounded-full" style={{ background: nearest }} />
        {m.config_brandUse({ colour: nearest })}
      </Button>
    </Banner>
  )
}
