import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { formatCents } from '#src/lib/money.ts'
import type { ModuleCard } from './store.schema.ts'

type Price = NonNullable<ModuleCard['price']>

/** A price as the index gives it, with the earlier one struck through. Nothing is bought here. */
export function ModulePrice({ price: { now, was } }: { price: Price }) {
  return (
    <span className="tabular">
      <span className="font-medium">{amountText(now)}</span>
      {was && (
        <>
          {' '}
          <s className="text-sm text-muted">
            <span className="sr-only">{m.store_priceWas()} </span>
            {amountText(was)}
          </s>
        </>
      )}
    </span>
  )
}

function amountText({ money, points }: Price['now']): string {
  const texts = [
    money ? m.store_money({ amount: formatCents(money) }) : '',
    points ? m.store_points({ count: formatCount(points) }) : '',
  ].filter(Boolean)
  return texts.join(' / ') || m.store_free()
}
