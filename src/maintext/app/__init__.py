"""Serve maintext to people and agents: the workbench with its REST API, and MCP."""
