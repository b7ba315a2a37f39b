import type { Meta, MetaArgs } from '../runtime/page-module.ts'

/** The meta of a page that customers have as well: its title says in whose area it is. */
export const inArea =
  <Args extends Pick<MetaArgs, 'texts'>>(
    area: 'agency' | 'salesPartner',
    meta: (args: Args) => Meta,
  ) =>
  (args: Args): Meta => {
    const own = meta(args)
    return { ...own, title: `${own.title} – ${args.texts(area)('nav.title')}` }
  }
