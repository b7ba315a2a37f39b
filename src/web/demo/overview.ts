import type { DemoPage } from '../../contract/page-context.ts'

export type Overview = Extract<DemoPage, { kind: 'overview' }>
