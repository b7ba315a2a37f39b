import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 1_500

/** Follows what a job does while the page is seen: it is read anew a while after it was read. Without script a link or a reload does. */
export function useFollow(isRunning: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const follow = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setTimeout(follow, everyMs)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  })
}
