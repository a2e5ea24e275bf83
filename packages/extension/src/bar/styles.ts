/** Dark in both themes, because the bar floats on any page. */
export const styles = `
:host { all: initial }
* { box-sizing: border-box; margin: 0; font: 500 14px/20px Inter, system-ui, -apple-system, 'Segoe UI', sans-serif }
[hidden] { display: none !important }
.layer { position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; color: rgb(255 252 247 / .92) }
.layer > * { pointer-events: auto }
.bar, .pop { position: fixed; display: flex; align-items: center; background: #1d1c19; white-space: nowrap;
  box-shadow: 0 0 0 1px rgb(255 250 240 / .12), 0 24px 64px -12px rgb(0 0 0 / .5) }
.bar { left: 50%; bottom: 24px; translate: -50%; gap: 2px; height: 52px; padding: 0 8px; border-radius: 14px;
  max-width: calc(100vw - 16px); transition: opacity 180ms }
.bar[data-quiet]:not(:hover):not(:focus-within) { opacity: 0 }
.pop { left: 50%; bottom: 88px; translate: -50%; gap: 4px; min-height: 48px; padding: 8px; border-radius: 12px;
  max-width: calc(100vw - 16px) }
.pop p { padding: 0 8px; white-space: normal }
button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; height: 36px; padding: 0 12px;
  border: 0; border-radius: 8px; background: rgb(255 250 240 / .12); color: inherit; cursor: pointer }
button:hover { background: rgb(255 250 240 / .2) }
button:focus-visible, input:focus-visible, .grip:focus-visible, .bubble:focus-visible { outline: 2px solid #8c8bff; outline-offset: 2px }
button.tool { width: 36px; padding: 0; background: none; color: rgb(255 252 247 / .66) }
button.tool:hover { background: rgb(255 250 240 / .12); color: inherit }
button[aria-pressed=true] { background: rgb(140 139 255 / .2); color: #8c8bff }
button.stop { gap: 10px; margin-right: 4px; background: #c2362d; color: #fff; font-weight: 600; font-variant-numeric: tabular-nums }
button.stop::before { content: ''; width: 12px; height: 12px; border-radius: 3px; background: currentColor }
button.stop[data-paused] { background: rgb(255 250 240 / .2); animation: blink 1s steps(2, jump-none) infinite }
button.danger { background: #c2362d; color: #fff }
@keyframes blink { to { color: rgb(255 252 247 / .4) } }
svg { flex: none; width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
.grip { display: grid; place-items: center; width: 20px; height: 36px; color: rgb(255 252 247 / .66); cursor: grab; touch-action: none }
.grip svg { width: 16px; height: 16px }
.line { width: 1px; height: 20px; margin: 0 6px; background: rgb(255 250 240 / .12) }
.colour { width: 32px; padding: 0; background: none; border-radius: 50% }
.colour i { width: 18px; height: 18px; border-radius: 50%; background: var(--colour); box-shadow: inset 0 0 0 1px rgb(255 250 240 / .3) }
.colour[aria-checked=true] { box-shadow: inset 0 0 0 2px #8c8bff }
input { width: 240px; height: 32px; padding: 0 8px; border: 0; border-radius: 6px; background: rgb(255 250 240 / .08); color: inherit }
input::placeholder { color: rgb(255 252 247 / .66) }
.at { padding: 0 8px; color: rgb(255 252 247 / .66); font-variant-numeric: tabular-nums }
.warning { color: #e6b65c }
.ink { position: fixed; inset: 0; width: 100vw; height: 100vh; cursor: crosshair; touch-action: none }
.click { position: fixed; left: -22px; top: -22px; width: 44px; height: 44px; border-radius: 50%; pointer-events: none;
  background: rgb(214 151 43 / .32); box-shadow: inset 0 0 0 2px #d6972b; animation: fade 600ms forwards }
@keyframes fade { 60% { opacity: 1 } to { opacity: 0 } }
.bubble { position: fixed; left: 32px; bottom: 32px; overflow: hidden; border-radius: 50%; cursor: grab; touch-action: none;
  box-shadow: 0 0 0 4px #fff, 0 24px 64px -12px rgb(0 0 0 / .5) }
.bubble iframe { width: 100%; height: 100%; border: 0 }
.bubble .cover { position: absolute; inset: 0 }
.count { position: fixed; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 24px; background: rgb(6 5 4 / .62) }
.count b { display: grid; place-items: center; width: 176px; height: 176px; border-radius: 50%; background: #1d1c19;
  box-shadow: inset 0 0 0 4px #8c8bff; font-size: 80px; line-height: 1; font-weight: 600; font-variant-numeric: tabular-nums }
.count div { display: flex; gap: 8px }
.count button { background: #1d1c19 }
@media (prefers-reduced-motion: reduce) { .bar { transition: none } .click { animation: none } }
@media (max-width: 700px) { .words { display: none } }
`
