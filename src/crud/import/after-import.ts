import { createContext, type ReactNode } from 'react'

/** What a page adds to the result of an import that has written rows, for example a file with what it has made up. */
export const AfterImport = createContext<((changeSetId: number) => ReactNode) | undefined>(undefined)
