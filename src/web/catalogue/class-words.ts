import type { ClassUnit } from '../../domain/category.ts'
import type { Translate } from '../runtime/texts.ts'

/** "250 Mbit/s", "140+ Sender", or the name of a class without a unit. */
export function classWords(value: string, unit: ClassUnit | null, t: Translate<'offers'>): string {
  if (unit === null) return value
  return t(unit === 'Mbit/s' ? 'class.speed' : 'class.channels', { value })
}
