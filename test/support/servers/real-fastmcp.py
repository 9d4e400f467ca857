"""A FastMCP server for tests: the ways in which it asks, and a file that counts what was done.

  real-fastmcp.py --log FILE [--port N] [--timeout SECONDS]

Without --port it speaks over stdio. --timeout is FastMCP's own limit of a tool's whole run, a person's time included.
"""

import argparse
from dataclasses import asdict, dataclass
from typing import Literal

from fastmcp import Context, FastMCP

parser = argparse.ArgumentParser()
parser.add_argument("--log", required=True)
parser.add_argument("--port", type=int)
parser.add_argument("--timeout", type=float)
options = parser.parse_args()

mcp = FastMCP("orders")


@dataclass
class Delivery:
    address: str
    boxes: int
    express: bool
    slot: Literal["morning", "evening"]


def write(line: str) -> None:
    with open(options.log, "a", encoding="utf-8") as log:
        log.write(line + "\n")


@mcp.tool
async def confirm(ctx: Context) -> dict:
    """Asks for nothing but yes or no."""
    reply = await ctx.elicit("Really?", response_type=None)
    return {"action": reply.action, "data": getattr(reply, "data", None)}


@mcp.tool
async def deliver(ctx: Context) -> dict:
    """Asks with the form of a dataclass."""
    reply = await ctx.elicit("Where to?", response_type=Delivery)
    return {"action": reply.action, "data": asdict(reply.data) if reply.action == "accept" else None}


@mcp.tool
async def pick(ctx: Context) -> dict:
    """Asks in each of FastMCP's short forms, one after the other."""
    answers = []
    for kind in (
        int,
        ["red", "blue"],
        {"lo": {"title": "Low"}, "hi": {"title": "High"}},
        [["oak", "ash", "elm"]],
        [{"kr": {"title": "Korea"}, "pe": {"title": "Peru"}}],
    ):
        reply = await ctx.elicit(f"Answer {len(answers) + 1}?", response_type=kind)
        if reply.action != "accept":
            return {"action": reply.action}
        answers.append(reply.data)
    return {"answers": answers}


@mcp.tool(timeout=options.timeout)
async def order(item: str, ctx: Context) -> str:
    """Begins, asks, and acts only on a yes."""
    write(f"start {item}")
    reply = await ctx.elicit(f"Really order {item}?", response_type=None)
    if reply.action != "accept":
        return f"Not ordered: {reply.action}."
    write(f"commit {item}")
    return f"Ordered {item}."


@mcp.tool(timeout=options.timeout)
async def ship(item: str, ctx: Context) -> str:
    """Begins, asks twice, and acts only on two yeses."""
    write(f"start {item}")
    where = await ctx.elicit(f"Where does {item} go?", response_type=Delivery)
    if where.action != "accept":
        return f"Not shipped: {where.action}."
    reply = await ctx.elicit(f"Really ship {item} to {where.data.address}?", response_type=None)
    if reply.action != "accept":
        return f"Not shipped: {reply.action}."
    write(f"commit {item} {where.data.boxes}")
    return f"Shipped {item}."


if options.port is None:
    mcp.run(show_banner=False)
else:
    mcp.run(transport="http", host="127.0.0.1", port=options.port, show_banner=False)
