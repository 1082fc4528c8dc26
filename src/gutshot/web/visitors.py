"""Who is asking: a random secret in a cookie that scripts cannot read, known to the server only by its digest."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from gutshot.trainer.records import store
from gutshot.trainer.records.store import Store

COOKIE = "gutshot_session"
_YEAR = 365 * 24 * 3600
_LONGEST_SECRET = 64
_MARK = f"{COOKIE}="


def session_of(cookies: str) -> str:
    """The secret in a cookie header as our browsers send it; "" where there is none."""
    return next((part[len(_MARK) :] for part in cookies.split("; ") if part.startswith(_MARK)), "")


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """Finds and makes people; those seen lately are remembered."""

    def __init__(self, database: Store) -> None:
        self._store = database
        self._known: dict[str, str] = {}

    def find(self, connection: HTTPConnection) -> str | None:
        """The person of a request's cookie, None if there is none that we gave out."""
        secret = connection.cookies.get(COOKIE)
        if not secret or len(secret) > _LONGEST_SECRET:
            return None
        key = digest(secret)
        if key not in self._known:
            person = self._store.person_with(key)
            if person is None:
                return None
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[key] = person
        return self._known[key]

    def known(self, secret: str) -> str | None:
        """The person of a secret, None if he was not seen lately."""
        return self._known.get(digest(secret)) if 0 < len(secret) <= _LONGEST_SECRET else None

    def create(self, response: Response, is_https: bool) -> str:
        """A new person, with the cookie set on the response."""
        secret, person = secrets.token_urlsafe(32), store.new_id()
        self._store.write(store.new_person(person, digest(secret)))
        response.set_cookie(COOKIE, secret, max_age=_YEAR, path="/", httponly=True, samesite="strict", secure=is_https)
        return person
