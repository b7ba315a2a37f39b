import { nextTurn } from './runtime/next-turn.ts'

// Running all modules at once would hold a phone for a seventh of a second; with a turn between them nobody notices.
await import('react-dom/client')
await nextTurn()
const { hydrate } = await import('./hydrate.tsx')
await nextTurn()
await hydrate()
