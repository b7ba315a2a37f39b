import { formatCents } from '../../domain/money.ts'
import { choiceWord, settingWord } from '../../domain/setting-words.ts'
import { findSetting } from '../../domain/tenant-settings.ts'
import type { RowWords } from './audit-change.ts'

/** A row about settings says them as their form does. */
export const settingLog: NonNullable<RowWords['setting']> = {
  field: settingWord,
  value: (path, value, locale) => {
    if (typeof value === 'number' && findSetting(path)?.kind === 'euros')
      return formatCents(value, locale)
    const word = typeof value === 'string' ? choiceWord(path, value, locale) : value
    return word === value ? null : String(word)
  },
}
