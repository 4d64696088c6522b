/**
 * The endings of files with tables, for a file chooser. The server refuses the last three with what to do. A user who
 * cannot choose them would not know why.
 */
export const ACCEPTED = '.xlsx,.xlsm,.csv,.txt,.tsv,.xls,.et,.ods'
