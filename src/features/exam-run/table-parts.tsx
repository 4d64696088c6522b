import type { ReactNode } from 'react'

/** A titled table that scrolls by itself when it is wider than the page. */
export function TitledTable({
  title,
  heads,
  children,
}: {
  title: string
  heads: readonly string[]
  children: ReactNode
}) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <div className="overflow-x-auto rounded-md border border-line">
        {/* Where the page is narrower than this, the table scrolls: its cells would be columns of letters. */}
        <table className="w-full text-left" style={{ minWidth: '36rem', overflowWrap: 'break-word' }}>
          <thead className="bg-head text-muted text-sm">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="whitespace-nowrap px-3 py-2 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}

/** A cell of such a table. */
export function TextCell({ children }: { children?: ReactNode }) {
  return <td className="px-3 py-1.5 align-top">{children}</td>
}
