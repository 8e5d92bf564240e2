"""Headers of every answer: the browser loads nothing from other hosts, guesses no types, shows no frames.

Uvicorn sends them itself, also with what it refuses before the application sees it.
"""

import base64
import hashlib
import re
from collections.abc import Iterable

DENIED = ("geolocation", "payment", "usb", "serial", "hid", "midi", "accelerometer", "gyroscope")


def security_headers(inline_scripts: Iterable[str]) -> list[tuple[str, str]]:
    """The headers; of inline scripts only those given run (CSP level 3, section 2.3.1, hash-source)."""
    return [
        ("content-security-policy", content_security_policy(inline_scripts)),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", ", ".join(f"{feature}=()" for feature in DENIED)),
    ]


def content_security_policy(inline_scripts: Iterable[str]) -> str:
    """Everything from this server; styles inline, as Vue and Shiki write them, and drawings as data."""
    hashes = "".join(f" '{digest(script)}'" for script in inline_scripts)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self'{hashes}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "media-src 'self' data: blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def inline_scripts(html: str) -> list[str]:
    """The scripts that are written into a page."""
    return re.findall(r"<script>(.*?)</script>", html, re.DOTALL)


def digest(script: str) -> str:
    """The hash by which a policy knows an inline script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
