"""What every WebSocket here does: pushes, hears nothing, and says by its close code whether to come back."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

NO_SESSION, NOT_FOUND, CLOSED = 4401, 4404, 4410
"""Close codes after which reconnecting is of no use; without a session it is after starting one."""


async def drain(socket: WebSocket) -> None:
    """Hear nothing of what a page says, until it leaves."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))


async def run_both(first: Coroutine[Any, Any, None], second: Coroutine[Any, Any, None]) -> None:
    """Run two coroutines until one ends; the other is cancelled."""
    tasks = [asyncio.create_task(first), asyncio.create_task(second)]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        task.result()
