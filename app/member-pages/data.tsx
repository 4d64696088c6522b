import { OwnDataCard } from '#src/features/own-data/own-data-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { ClosingCard } from './closing-card.tsx'

/** What is kept about the member, and the wish to have the account closed, in both views of the member center. */
export function MemberData() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{m.pagesTitle_ownData()}</h1>
      <OwnDataCard />
      <ClosingCard />
    </div>
  )
}
