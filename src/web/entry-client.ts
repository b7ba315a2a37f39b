import { nextTurn } from './runtime/next-turn.ts'
import { withoutStacks } from './runtime/without-stacks.ts'

// Running all modules at once would block a phone for a seventh of a second; a turn between them avoids that.
await withoutStacks(() => import('react-dom/client'))
await nextTurn()
const { hydrate } = await import('./hydrate.tsx')
await nextTurn()
await hydrate()
