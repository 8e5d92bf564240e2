import { defineRoutesSetup } from '@slidev/types'
import type { RouteRecordRaw } from 'vue-router'
import { slides } from '#slidev/slides'
import { follow } from '../deck/permalink'

const BEFORE: Record<string, string> = { play: '', presenter: '/presenter' }

/** An experiment's name leads to its slide, in the audience's windows and the presenter's. */
export default defineRoutesSetup((routes) =>
  routes.map((route): RouteRecordRaw => {
    const before = BEFORE[String(route.name)]
    if (before === undefined) return route
    return {
      ...route,
      beforeEnter: [route.beforeEnter ?? [], follow(() => slides.value, before)].flat(),
    } as RouteRecordRaw
  }),
)
