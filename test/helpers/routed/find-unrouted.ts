import { loadModule, parseSync, type Node, type SelectStmt, type WithClause } from 'libpg-query'

await loadModule()

/** What in a statement keeps it from one node of a database that is distributed by tenant; empty: nothing. */
export function findUnrouted(text: string, tables: ReadonlySet<string>): string[] {
  const reader = makeReader(tables)
  for (const { stmt } of parseSync(text).stmts ?? []) if (stmt) reader.readStatement(stmt, null)
  return reader.unrouted()
}

/** Something that rows come from. `id`: its column tenant in the graph, null without one. */
type Place = { alias: string; id: string | null }
type Scope = { places: Place[]; named: Map<string, string | null>; outer: Scope | null }
type Condition = {
  quals: Node | undefined
  using: Node[]
  left: Place[]
  right: Place[]
  type: string
}

const constant = 'constant'

/**
 * A graph of the columns tenant: an arrow says that one is constant if the other is. Only what PostgreSQL's planner hands to a table itself
 * counts: conditions that always hold, not through an outer join against its direction, nor out of a subquery.
 */
function makeReader(tables: ReadonlySet<string>) {
  const arrows = new Map<string, string[]>()
  const found: { id: string; what: string }[] = []
  const others: string[] = []

  const point = (from: string, to: string) => arrows.set(from, [...(arrows.get(from) ?? []), to])
  function addTable(what: string): string {
    const id = `${found.length} ${what}`
    found.push({ id, what })
    return id
  }

  /** Its column tenant, if other statements may count on it. */
  function readStatement(node: Node, outer: Scope | null): string | null {
    if ('SelectStmt' in node) return readSelect(node.SelectStmt, outer)
    const statement =
      'InsertStmt' in node
        ? node.InsertStmt
        : 'UpdateStmt' in node
          ? node.UpdateStmt
          : 'DeleteStmt' in node
            ? node.DeleteStmt
            : null
    if (!statement) {
      if ('MergeStmt' in node) others.push('merge is not read by this test')
      return null
    }
    const scope = open(outer, statement.withClause)
    const { relname = '', alias } = statement.relation ?? {}
    const target = tables.has(relname) && !('InsertStmt' in node) ? addTable(relname) : null
    scope.places.push({ alias: alias?.aliasname ?? relname, id: target })
    if ('InsertStmt' in node) readInserted(node.InsertStmt, relname, scope)
    const more =
      'UpdateStmt' in node
        ? node.UpdateStmt.fromClause
        : 'DeleteStmt' in node
          ? node.DeleteStmt.usingClause
          : []
    readFrom(more ?? [], scope)
    if ('whereClause' in statement) follow(statement.whereClause, scope, () => true)
    lookWithin(
      { ...statement, withClause: null, fromClause: null, usingClause: null, selectStmt: null },
      scope,
    )
    return null
  }

  function readInserted(
    { cols, selectStmt }: Extract<Node, { InsertStmt: unknown }>['InsertStmt'],
    table: string,
    scope: Scope,
  ): void {
    const select = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : undefined
    if (!select) return
    const at = (cols ?? []).findIndex(
      (one) => 'ResTarget' in one && one.ResTarget.name === 'tenant',
    )
    if (tables.has(table))
      point(readSelect(select, { ...scope, places: [] }, at) ?? '', addTable(table))
  }

  /** @param at which of its columns is wanted; none: the one named tenant */
  function readSelect(select: SelectStmt, outer: Scope | null, at?: number): string | null {
    const scope = open(outer, select.withClause)
    if (select.larg && select.rarg) {
      const sides = [readSelect(select.larg, scope, at), readSelect(select.rarg, scope, at)]
      return sides.every((id) => id === constant) ? constant : null
    }
    if (select.valuesLists) {
      lookWithin(select.valuesLists, scope)
      const isSame = select.valuesLists.every(
        (row) => 'List' in row && isConstant(row.List.items?.[at ?? -1]),
      )
      return isSame ? constant : null
    }
    readFrom(select.fromClause ?? [], scope)
    follow(select.whereClause, scope, () => true)
    lookWithin({ ...select, withClause: null, fromClause: null }, scope)
    const isPlain =
      !select.groupClause && !select.distinctClause && !select.limitCount && !select.havingClause
    const targets = select.targetList ?? []
    if (at !== undefined) return valueOf(targets[at], scope)
    return isPlain ? outputOf(targets, scope) : null
  }

  function open(outer: Scope | null, clause: WithClause | undefined): Scope {
    const scope: Scope = { places: [], named: new Map(), outer }
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue
      const { ctename = '', ctequery } = node.CommonTableExpr
      if (clause?.recursive) scope.named.set(ctename, null)
      // A named query may be run apart, so nothing follows from its column.
      if (ctequery)
        readStatement(ctequery, {
          ...scope,
          places: [],
          outer: { ...scope, places: outer?.places ?? [] },
        })
      scope.named.set(ctename, null)
    }
    return scope
  }

  function readFrom(nodes: Node[], scope: Scope): void {
    const conditions: Condition[] = []
    for (const node of nodes) readPlace(node, scope, conditions)
    for (const { quals, using, left, right, type } of conditions) {
      const filled =
        type === 'JOIN_LEFT' ? right : type === 'JOIN_RIGHT' ? left : [...left, ...right]
      const ids = type === 'JOIN_FULL' ? [] : filled.map(({ id }) => id)
      follow(quals, scope, (id) => ids.includes(id))
      if (!using.some((one) => 'String' in one && one.String.sval === 'tenant')) continue
      for (const one of left)
        for (const other of right) equate(one.id, other.id, (id) => ids.includes(id))
    }
    for (const { quals } of conditions) if (quals) lookWithin(quals, scope)
  }

  function readPlace(node: Node, scope: Scope, conditions: Condition[]): Place[] {
    if ('JoinExpr' in node) {
      const { larg, rarg, quals, usingClause = [], jointype = 'JOIN_INNER' } = node.JoinExpr
      const left = larg ? readPlace(larg, scope, conditions) : []
      const right = rarg ? readPlace(rarg, scope, conditions) : []
      conditions.push({ quals, using: usingClause, left, right, type: jointype })
      return [...left, ...right]
    }
    const place = readOne(node, scope)
    scope.places.push(place)
    return [place]
  }

  function readOne(node: Node, scope: Scope): Place {
    if ('RangeVar' in node) {
      const { relname = '', alias, schemaname } = node.RangeVar
      const isNamed = !schemaname && isNamedQuery(relname, scope)
      const isTable = tables.has(relname) && !isNamed && (schemaname ?? 'public') === 'public'
      return { alias: alias?.aliasname ?? relname, id: isTable ? addTable(relname) : null }
    }
    if ('RangeSubselect' in node) {
      const { subquery, alias, lateral } = node.RangeSubselect
      const outer = lateral
        ? scope
        : { ...scope, places: scope.outer?.places ?? [], outer: scope.outer }
      return { alias: alias?.aliasname ?? '', id: subquery ? readStatement(subquery, outer) : null }
    }
    lookWithin(node, scope)
    const alias = 'RangeFunction' in node ? (node.RangeFunction.alias?.aliasname ?? '') : ''
    return { alias, id: null }
  }

  const isNamedQuery = (name: string, scope: Scope | null): boolean =>
    scope !== null && (scope.named.has(name) || isNamedQuery(name, scope.outer))

  /** Arrows of what a condition always demands. `mayFill`: which columns it may make constant. */
  function follow(node: Node | undefined, scope: Scope, mayFill: (id: string) => boolean): void {
    if (!node) return
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
      for (const one of node.BoolExpr.args ?? []) follow(one, scope, mayFill)
    if (!('A_Expr' in node)) return
    const { kind, name, lexpr, rexpr } = node.A_Expr
    if (!name?.some((one) => 'String' in one && one.String.sval === '=')) return
    const only =
      rexpr && 'List' in rexpr && rexpr.List.items?.length === 1 ? rexpr.List.items[0] : null
    const right = kind === 'AEXPR_IN' ? only : kind === 'AEXPR_OP' ? rexpr : null
    if (!lexpr || !right) return
    const pairs =
      'RowExpr' in lexpr && 'RowExpr' in right
        ? (lexpr.RowExpr.args ?? []).map((one, at) => [one, right.RowExpr.args?.[at]] as const)
        : [[lexpr, right] as const]
    for (const [one, other] of pairs) {
      const own = new Set(scope.places.map(({ id }) => id))
      equate(columnOf(one, scope), columnOf(other, scope), (id) => own.has(id) && mayFill(id))
    }
  }

  function equate(one: string | null, other: string | null, mayFill: (id: string) => boolean) {
    if (!one || !other) return
    if (mayFill(other)) point(one, other)
    if (mayFill(one)) point(other, one)
  }

  /** A column tenant, or the constant. */
  function columnOf(node: Node | undefined, scope: Scope | null): string | null {
    if (isConstant(node)) return constant
    if (!node || !('ColumnRef' in node)) return null
    const names = (node.ColumnRef.fields ?? []).map((one) =>
      'String' in one ? one.String.sval : '*',
    )
    if (names.at(-1) !== 'tenant') return null
    for (let at = scope; at; at = at.outer) {
      const place = at.places.find(({ alias, id }) =>
        names.length > 1 ? alias === names.at(-2) : id !== null,
      )
      if (place) return place.id
    }
    return null
  }

  const valueOf = (target: Node | undefined, scope: Scope) =>
    target && 'ResTarget' in target ? columnOf(target.ResTarget.val, scope) : null

  function outputOf(targets: Node[], scope: Scope): string | null {
    for (const target of targets) {
      if (!('ResTarget' in target)) continue
      const { name, val } = target.ResTarget
      const last = val && 'ColumnRef' in val ? val.ColumnRef.fields?.at(-1) : undefined
      if (last && 'A_Star' in last) return scope.places.find(({ id }) => id)?.id ?? null
      if ((name ?? (last && 'String' in last ? last.String.sval : '')) === 'tenant')
        return columnOf(val, scope)
    }
    return null
  }

  /** Reads the queries within expressions. */
  function lookWithin(value: unknown, scope: Scope): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) lookWithin(one, scope)
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'SelectStmt') readSelect(inner as SelectStmt, scope)
      else lookWithin(inner, scope)
    }
  }

  function unrouted(): string[] {
    const reached = new Set<string>()
    const next = [constant]
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      next.push(...(arrows.get(id) ?? []))
    }
    const free = found.filter(({ id }) => !reached.has(id))
    return [...new Set([...free.map(({ what }) => `${what} without its tenant`), ...others])]
  }

  return { readStatement, unrouted }
}

/** A parameter or a literal, also as a text. */
function isConstant(node: Node | undefined): boolean {
  if (!node) return false
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg)
  return 'ParamRef' in node || 'A_Const' in node
}
