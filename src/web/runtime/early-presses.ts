/**
 * Head script: keeps presses of buttons that do nothing without script, until React can take them. Links and forms need nothing: they open
 * and send by themselves. A form that sends nothing by itself has a hidden button, which Enter presses.
 */
export const keepPresses =
  `{const k=new Set;const f=e=>{const b=e.target.closest('button[type=button]:not([popovertarget]),button[hidden]');` +
  `if(b){e.preventDefault();e.stopImmediatePropagation();k.add(b)}};addEventListener('click',f,true);` +
  `addEventListener('hydrated',()=>{removeEventListener('click',f,true);for(const b of k)b.click()},{once:true})}`

/** Presses them, each once. */
export const pressAgain = () => void dispatchEvent(new Event('hydrated'))
